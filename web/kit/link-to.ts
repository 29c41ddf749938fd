/** The props of a `Link` for an address that the server named: the router takes the path and the query apart. */
export function linkTo(address: string) {
  const { pathname, searchParams, hash } = new URL(address, window.location.origin)
  return { to: pathname, search: Object.fromEntries(searchParams), hash: hash.slice(1) }
}
