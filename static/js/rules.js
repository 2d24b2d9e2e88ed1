// The rules that answer what is typed, as it is typed; without a script `rule_search.py` does the same.
const CLOSEST = 3;
const STEM = 3;
const search = document.querySelector("#q");
const heading = document.querySelector("#minute");
const { endings, passed_over: passedOver, alike: meanings } = JSON.parse(search.dataset.vocabulary);
const alike = new Map(Object.entries(meanings));
const rules = [...document.querySelectorAll(".rule-text")];
const texts = rules.map((rule) => ` ${wordsOf(rule.firstElementChild.textContent).join(" ")}`);
const sections = [...document.querySelectorAll("main section")];

function wordsOf(text) {
  const plain = text.replace(/['’]/g, "").normalize("NFKD").toLowerCase().replace(/\p{M}/gu, "");
  return plain.match(/[\p{L}\p{N}]+/gu) ?? [];
}

function stem(word) {
  const end = endings.find((end) => word.endsWith(end) && word.length >= STEM + end.length) ?? "";
  return word.slice(0, word.length - end.length);
}

function termsOf(question) {
  const words = wordsOf(question);
  const stems = words.map(stem);
  const terms = new Map();
  for (let start = 0, end; start < words.length; start = end) {
    for (end = words.length; end > start + 1 && !alike.has(stems.slice(start, end).join(" ")); end -= 1);
    const phrase = stems.slice(start, end).join(" ");
    if (alike.has(phrase) || !passedOver.includes(words[start]) || words.length === 1) {
      terms.set(phrase, [phrase, ...(alike.get(phrase) ?? [])]);
    }
  }
  return [...terms.values()];
}

function find(terms) {
  const places = [...rules.keys()];
  const holding = terms.map((term) => texts.map((text) => term.some((phrase) => text.includes(` ${phrase}`))));
  const whole = places.filter((place) => holding.every((held) => held[place]));
  if (whole.length) return { shown: whole, isClosest: false };
  const weights = holding.map((held) => held.filter((holds) => !holds).length + 1);
  const scores = places.map((place) => weights.reduce((sum, weight, term) => sum + holding[term][place] * weight, 0));
  const most = Math.max(...scores);
  const near = places.filter((place) => scores[place] && 2 * scores[place] >= most);
  const shown = near.sort((one, other) => scores[other] - scores[one]).slice(0, CLOSEST);
  return { shown, isClosest: shown.length > 0 };
}

function filter() {
  const terms = termsOf(search.value);
  const { shown, isClosest } = find(terms);
  rules.forEach((rule, place) => {
    rule.hidden = !shown.includes(place);
  });
  for (const section of sections) {
    const isExtra = "whole" in section.dataset;
    section.hidden = isExtra ? terms.length > 0 : !section.querySelector(".rule-text:not([hidden])");
  }
  const { wholeTitle, searchedTitle } = heading.dataset;
  heading.textContent = terms.length ? searchedTitle : wholeTitle;
  document.querySelector(".contents")?.toggleAttribute("hidden", terms.length > 0);
  document.querySelector("#none").hidden = shown.length > 0;
  document.querySelector("#closest").hidden = !isClosest;
}

search.addEventListener("input", filter);
search.form.addEventListener("submit", (event) => event.preventDefault());
addEventListener("pageshow", filter);
