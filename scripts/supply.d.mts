export function packageList(): string
export function billOfMaterials(): string
export function vulnerabilitiesIn(text: string): Record<string, number> | null
