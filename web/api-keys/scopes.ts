import { type ApiArea, apiAreaLabels, apiAreas, type ApiScope } from '../../domain/api-key.ts'

/** "Read and change: Messages. Read: Reports." */
export function scopesInWords(scopes: readonly ApiScope[]): string {
  const areasWith = (right: 'read' | 'write') =>
    apiAreas.filter((area) => scopes.includes(`${area}:${right}`)).map((area) => apiAreaLabels[area])
  const [changed, readOnly] = [areasWith('write'), areasWith('read')]
  return [
    ...(changed.length === 0 ? [] : [`Read and change: ${changed.join(', ')}.`]),
    ...(readOnly.length === 0 ? [] : [`Read: ${readOnly.join(', ')}.`]),
  ].join(' ')
}

export type Right = '' | 'read' | 'write'

export const rightChoices = [
  { value: '', label: 'No access' },
  { value: 'read', label: 'Read' },
  { value: 'write', label: 'Read and change' },
] as const

export const scopesOf = (rights: Record<ApiArea, Right>): ApiScope[] =>
  apiAreas.flatMap((area) => (rights[area] === '' ? [] : [`${area}:${rights[area]}` as const]))
