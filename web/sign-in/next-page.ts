/** Where to go after signing in: the page that was requested if it belongs to the portal, else the dashboard. Never another site. */
export function nextPage(search: string, paths: readonly string[]): string {
  const wanted = new URLSearchParams(search).get('next')
  if (wanted === null || !wanted.startsWith('/') || wanted.startsWith('//')) return '/'
  const url = urlFrom(wanted)
  if (url === null || url.origin !== 'http://portal') return '/'
  const isOurs = paths.some((path) => new RegExp(`^${path.replace(/:[A-Za-z]+/g, '[^/]+')}$`).test(url.pathname))
  return isOurs ? url.pathname + url.search + url.hash : '/'
}

/** Safari 16.4 and Chrome 111 have neither `URL.parse` nor `URL.canParse`. */
function urlFrom(path: string): URL | null {
  try {
    return new URL(path, 'http://portal')
  } catch {
    return null
  }
}
