// Which statements a connection prepares. PostgreSQL keeps a prepared statement, with its plans, in the connection's memory until the
// connection ends, so only texts that come back get a name, and no more than a bounded number of them.

const maxNamed = 200
const maxCounted = 1000
/** A text is named with its third use on a connection: what comes once or twice costs no memory. */
const usesBeforeNaming = 3

export class PreparedStatements {
  readonly #names = new Map<string, string>()
  /** How often each text that has no name yet was used; the least recently used first. */
  readonly #uses = new Map<string, number>()

  /** Undefined for a statement that is planned for this use only. */
  nameOf(text: string): string | undefined {
    const known = this.#names.get(text)
    if (known !== undefined || this.#names.size >= maxNamed) return known
    const uses = (this.#uses.get(text) ?? 0) + 1
    this.#uses.delete(text)
    if (uses >= usesBeforeNaming) {
      const name = `s${this.#names.size}`
      this.#names.set(text, name)
      return name
    }
    this.#uses.set(text, uses)
    if (this.#uses.size > maxCounted) this.#uses.delete(this.#uses.keys().next().value ?? '')
    return undefined
  }
}
