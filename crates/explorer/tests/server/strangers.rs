//! Requests made for other hosts, or by other sites' pages.

use super::Served;
use super::client::game;

#[test]
fn a_foreign_host_is_refused_whatever_it_asks_for() {
    let served = Served::new("2x2");
    for path in ["/", "/api/begin", "/no-such-page"] {
        let response = served.get(path, &[("host", "koproof.example")]);
        assert_eq!(response.status, 403, "{path}");
        assert!(!response.body.contains("2x2"), "{path}");
    }
    let ask = game("2x2", "....", &[]).to_string();
    let response = served.post("/api/values", &[("host", "koproof.example")], &ask);
    assert_eq!(response.status, 403);
    assert_eq!(served.jobs(), 0);
}

#[test]
fn a_foreign_origin_is_refused_and_the_own_is_not() {
    let served = Served::new("2x2");
    let ask = game("2x2", "....", &[]).to_string();
    let asked = |origin: &str| {
        let headers = [("origin", origin)];
        served.post("/api/state", &headers, &ask).status
    };
    let own = served.address;
    assert_eq!(asked(&format!("http://{own}")), 200);
    assert_eq!(asked("http://koproof.example"), 403);
    assert_eq!(asked(&format!("https://{own}")), 403);
    assert_eq!(asked("null"), 403);
}

#[test]
fn every_response_has_the_strict_policy_also_refusals() {
    let served = Served::new("2x2");
    let responses = [
        served.get("/", &[]),
        served.get("/js/main.js", &[]),
        served.get("/api/begin", &[]),
        served.get("/no-such-page", &[]),
        served.get("/", &[("host", "koproof.example")]),
        served.ask("/api/state", &game("2x2", "....", &[])),
        served.ask("/api/values", &game("2x2", "....", &[])),
        served.ask("/api/state", &game("2x2", "?", &[])),
    ];
    for response in responses {
        let policy = response.header("content-security-policy");
        let policy = policy.expect("there is a policy");
        assert!(policy.starts_with("default-src 'none'; script-src 'self';"));
        assert!(!policy.contains("unsafe"));
        assert_eq!(response.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(response.header("access-control-allow-origin"), None);
    }
}

#[test]
fn the_page_has_no_script_or_style_that_the_policy_would_refuse() {
    let served = Served::new("2x2");
    let page = served.get("/", &[]).body;
    assert!(!page.contains("<style") && !page.contains(" style="));
    assert!(!page.contains(" onclick") && !page.contains("javascript:"));
    assert_eq!(page.matches("<script").count(), 1);
    assert!(page.contains("<script type=\"module\" src=\"js/main.js\"></script>"));
}
