// The rules that hold the words typed, as they are typed; without a script the server does the same.
const search = document.querySelector("#q");
const alike = JSON.parse(search.dataset.alike);
const rules = [...document.querySelectorAll(".rule-text")];
const sections = [...document.querySelectorAll("main section")];

function filter() {
  const asked = search.value.trim().toLowerCase();
  const words = asked in alike ? [asked] : asked.split(/\s+/).filter(Boolean);
  for (const rule of rules) {
    const text = rule.firstElementChild.textContent.toLowerCase();
    rule.hidden = !words.every((word) => [word, ...(alike[word] ?? [])].some((one) => text.includes(one)));
  }
  for (const section of sections) {
    const isWhole = "whole" in section.dataset;
    section.hidden = isWhole ? words.length > 0 : !section.querySelector(".rule-text:not([hidden])");
  }
  document.querySelector(".contents")?.toggleAttribute("hidden", words.length > 0);
  document.querySelector("#none").hidden = rules.some((rule) => !rule.hidden);
}

search.addEventListener("input", filter);
search.form.addEventListener("submit", (event) => event.preventDefault());
addEventListener("pageshow", filter);
