//! Writes the JavaScript through which a page uses a WebAssembly module: `koproof-web-bindgen MODULE DIRECTORY`.

use std::env;
use std::process::ExitCode;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let [module, directory] = match <[String; 2]>::try_from(env::args().skip(1).collect::<Vec<_>>())
    {
        Ok(arguments) => arguments,
        Err(_) => {
            eprintln!("usage: koproof-web-bindgen MODULE DIRECTORY");
            return ExitCode::from(2);
        }
    };
    let mut bindgen = Bindgen::new();
    bindgen.input_path(module).typescript(false);
    match bindgen
        .web(true)
        .and_then(|bindgen| bindgen.generate(directory))
    {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("koproof-web-bindgen: {error:#}");
            ExitCode::FAILURE
        }
    }
}
