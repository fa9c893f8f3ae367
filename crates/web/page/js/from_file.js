// A page that was opened as a file says what it needs. It is no module, because browsers load none from files.

if (location.protocol === "file:") {
  const notice = document.createElement("p");
  notice.className = "notice";
  notice.setAttribute("role", "alert");
  notice.textContent = "Browsers run this page from a web server only. Start one in this folder with “python3 -m http.server”, and open http://127.0.0.1:8000/.";
  document.querySelector("header").after(notice);
}
