export function packageList(): string
export function vulnerabilitiesIn(text: string): Record<string, number> | null
