// Sentences come from the server, as JSON in `data-texts`; what stands in them, as `{name}`.
export const textsOf = (element) => JSON.parse(element.dataset.texts);

export const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);
