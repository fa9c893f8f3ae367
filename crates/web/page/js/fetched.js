// Files of this site.

/** Fetches a file. An error is in our words, because those of browsers differ and have no cure. */
export async function fetched(address, signal) {
  const response = await fetch(address, { signal }).catch((error) => {
    throw error.name === "TypeError" ? new Error("the server does not answer", { cause: error }) : error;
  });
  if (!response.ok) throw new Error(response.statusText || `status ${response.status}`);
  return response;
}
