/** The path of a browser that runs. Throws one sentence when CHROME_PATH is wrong or nothing could be found. */
export function findBrowser(): Promise<string>
