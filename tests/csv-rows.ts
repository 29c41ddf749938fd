/** The rows of a CSV file (RFC 4180) by their header, without line breaks inside cells. */
export function csvRows(text: string): Record<string, string>[] {
  const [header = [], ...lines] = text
    .replace(/^\ufeff/, '')
    .trimEnd()
    .split('\r\n')
    .map((line) =>
      [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map(([, cell = '']) =>
        cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell,
      ),
    )
  return lines.map((cells) => Object.fromEntries(header.map((name, at) => [name, cells[at] ?? ''])))
}
