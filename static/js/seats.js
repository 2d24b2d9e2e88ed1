// The seats of a table: whoever is moved there changes what “Save seats” sends.
import { reorderable } from "./order.js";

const list = document.querySelector("ol[data-says]");

reorderable(list, (row) => row.querySelector(".who").textContent, () => {
  const rows = [...list.children];
  for (const field of document.querySelectorAll("input[name=order]")) {
    field.value = rows.map((row) => row.dataset.key).join(" ");
  }
});
