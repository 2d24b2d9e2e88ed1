// Sentences come from the server, as JSON in `data-texts`; what stands in them, as `{name}`.
export const textsOf = (element) => JSON.parse(element.dataset.texts);

const FROM_THE_RIGHT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** What somebody typed, kept from turning round what stands beside it, as the server does it. */
export const isolated = (text) =>
  FROM_THE_RIGHT.test(text) && !text.includes("\u2068") ? `\u2068${text}\u2069` : text;

export const fill = (text, values) =>
  text.replace(/\{(\w+)\}/g, (_, name) => isolated(values[name]));
