//! Admits only requests from pages of this server, on this machine.
//!
//! Every page in a browser can send requests to a server on 127.0.0.1. A request by a foreign name that resolves to
//! 127.0.0.1 has a foreign `Host`; a request by a form or script of another site has a foreign `Origin`.

use hyper::header::{self, HeaderMap, HeaderValue};
use hyper::{Method, StatusCode};

/// The names that a server answers to.
#[derive(Clone, Debug)]
pub(crate) struct Guard {
    hosts: Vec<String>,
}

/// The reason why a request is refused.
pub(crate) type Refusal = (StatusCode, &'static str);

impl Guard {
    /// Admits requests to this port of this machine.
    pub(crate) fn new(port: u16) -> Self {
        let mut hosts = Vec::new();
        for name in ["127.0.0.1", "localhost"] {
            hosts.push(format!("{name}:{port}"));
            if port == 80 {
                hosts.push(name.to_owned());
            }
        }
        Self { hosts }
    }

    /// Refuses a request that was made for another host or by another site's page.
    pub(crate) fn check(&self, method: &Method, headers: &HeaderMap) -> Result<(), Refusal> {
        let mut hosts = headers.get_all(header::HOST).iter();
        let (Some(host), None) = (hosts.next(), hosts.next()) else {
            let why = "a request names one host";
            return Err((StatusCode::BAD_REQUEST, why));
        };
        if !self.is_own(host) {
            let why = "this server answers to 127.0.0.1 and localhost only";
            return Err((StatusCode::FORBIDDEN, why));
        }
        let own_origin = |origin: &HeaderValue| {
            let host = origin.as_bytes().strip_prefix(b"http://");
            host.is_some_and(|host| self.hosts.iter().any(|own| own.as_bytes() == host))
        };
        if !headers.get_all(header::ORIGIN).iter().all(own_origin) {
            let why = "pages of other sites may not ask here";
            return Err((StatusCode::FORBIDDEN, why));
        }
        // The browser names the origin. Any page may link here, but only this server's pages may request work.
        let site = headers.get("sec-fetch-site").map(HeaderValue::as_bytes);
        let foreign = matches!(site, Some(site) if site != b"same-origin" && site != b"none");
        if foreign && method == Method::POST {
            let why = "pages of other sites may not ask here";
            return Err((StatusCode::FORBIDDEN, why));
        }
        Ok(())
    }

    fn is_own(&self, host: &HeaderValue) -> bool {
        let own = |own: &String| own.as_bytes().eq_ignore_ascii_case(host.as_bytes());
        self.hosts.iter().any(own)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checked(method: Method, headers: &[(&'static str, &'static str)]) -> Result<(), u16> {
        let headers = headers
            .iter()
            .map(|&(name, value)| {
                let name = header::HeaderName::from_static(name);
                (name, HeaderValue::from_static(value))
            })
            .collect();
        let checked = Guard::new(8080).check(&method, &headers);
        checked.map_err(|(status, _)| status.as_u16())
    }

    #[test]
    fn own_pages_may_ask() {
        for host in ["127.0.0.1:8080", "localhost:8080", "LOCALHOST:8080"] {
            assert_eq!(checked(Method::POST, &[("host", host)]), Ok(()), "{host}");
        }
        let own = [
            ("host", "127.0.0.1:8080"),
            ("origin", "http://127.0.0.1:8080"),
            ("sec-fetch-site", "same-origin"),
        ];
        assert_eq!(checked(Method::POST, &own), Ok(()));
    }

    #[test]
    fn other_names_of_this_machine_are_refused() {
        for host in [
            "evil.example:8080",
            "127.0.0.1",
            "127.0.0.1:8081",
            "127.0.0.1:8080.evil.example",
            "",
        ] {
            assert_eq!(checked(Method::GET, &[("host", host)]), Err(403), "{host}");
        }
        assert_eq!(checked(Method::GET, &[]), Err(400));
        let two = [("host", "127.0.0.1:8080"), ("host", "127.0.0.1:8080")];
        assert_eq!(checked(Method::GET, &two), Err(400));
    }

    #[test]
    fn pages_of_other_sites_are_refused() {
        for origin in [
            "http://evil.example",
            "https://127.0.0.1:8080",
            "http://127.0.0.1:8081",
            "null",
        ] {
            let headers = [("host", "127.0.0.1:8080"), ("origin", origin)];
            assert_eq!(checked(Method::POST, &headers), Err(403), "{origin}");
        }
        for site in ["cross-site", "same-site"] {
            let headers = [("host", "127.0.0.1:8080"), ("sec-fetch-site", site)];
            assert_eq!(checked(Method::POST, &headers), Err(403), "{site}");
            // A link in another site's page.
            assert_eq!(checked(Method::GET, &headers), Ok(()), "{site}");
        }
    }
}
