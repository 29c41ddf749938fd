// The text format that Prometheus reads (version 0.0.4): samples, each with the name of its family, sorted under HELP and TYPE.

export interface Sample {
  name: string
  labels: Record<string, string>
  value: number
}

export interface Family {
  name: string
  type: 'counter' | 'gauge' | 'histogram'
  help: string
}

export const contentType = 'text/plain; version=0.0.4; charset=utf-8'

export const sample = (name: string, value: number, labels: Record<string, string> = {}): Sample => ({
  name,
  labels,
  value,
})

/** Families without a sample are left out: what is not known is not said to be zero. */
export function written(families: readonly Family[], samples: readonly Sample[]): string {
  const byName = Map.groupBy(samples, ({ name }) => name.replace(/_(bucket|sum|count)$/, ''))
  return families
    .flatMap(({ name, type, help }) => {
      const own = byName.get(name) ?? []
      return own.length === 0 ? [] : [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...own.map(line)]
    })
    .map((each) => `${each}\n`)
    .join('')
}

function line({ name, labels, value }: Sample): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text)}"`)
  return `${name}${pairs.length === 0 ? '' : `{${pairs.join(',')}}`} ${value}`
}

const escaped = (text: string) => text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
