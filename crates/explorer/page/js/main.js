// The start: asks for the choices, and opens the game in the address.

import * as api from "./api.js";
import { byId, showText } from "./dom.js";
import { embed } from "./embed.js";
import { Page } from "./page.js";

embed();
try {
  const page = new Page(await api.begin());
  await page.restore();
  document.body.dataset.ready = "true";
  performance.mark("ready");
} catch (error) {
  showText(byId("notice"), `The page cannot begin: ${error.message}`);
}
