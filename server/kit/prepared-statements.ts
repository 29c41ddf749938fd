// Chooses which statements a connection prepares. PostgreSQL stores a prepared statement with its plans in the
// connection's memory until the connection ends, so only repeated texts get a name, and only a bounded number of them.

const maxNamed = 200
const maxCounted = 1000
/** A text is named at its third use on a connection, so that rare ones cost no memory. */
const usesBeforePreparing = 3

export class PreparedStatements {
  readonly #names = new Map<string, string>()
  /** Use counts of unnamed texts, least recently used first. */
  readonly #uses = new Map<string, number>()

  /** Undefined for a statement that is planned for this use only. */
  nameOf(text: string): string | undefined {
    const known = this.#names.get(text)
    if (known !== undefined || this.#names.size >= maxNamed) return known
    const uses = (this.#uses.get(text) ?? 0) + 1
    this.#uses.delete(text)
    if (uses >= usesBeforePreparing) {
      const name = `s${this.#names.size}`
      this.#names.set(text, name)
      return name
    }
    this.#uses.set(text, uses)
    if (this.#uses.size > maxCounted) this.#uses.delete(this.#uses.keys().next().value ?? '')
    return undefined
  }
}
