// The contrast of colors (WCAG 2.2, 1.4.3), and the shade of a firm's color that is readable on a dark page.

export const minContrast = 4.5

/** The darkest light background that links are shown on, as sRGB of `--mist-2` in web/kit/tokens.css. */
export const lightBackground = '#e3eef0'
/** The lightest dark background, as sRGB of `--mist-2` in web/kit/dark.css. */
export const darkBackground = '#142830'

const channels = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = channels(hex).map((value) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** From 1 to 21. @param one,other as #rrggbb */
export function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].toSorted((a, b) => b - a) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/** To one decimal, rounded down, so that a contrast that is too low never reads as enough. */
export const shownContrast = (ratio: number): string => (Math.floor(ratio * 10) / 10).toFixed(1)

const mixed = (hex: string, target: number, share: number) =>
  `#${channels(hex)
    .map((value) => Math.round(value + (target - value) * share))
    .map((value) => value.toString(16).padStart(2, '0'))
    .join('')}`

const darker = (hex: string, share: number) => mixed(hex, 0, share)
const lighter = (hex: string, share: number) => mixed(hex, 255, share)

export interface Shades {
  color: string
  /** Under the pointer. */
  hover: string
}

/** A firm's color as buttons and links show it: itself on light pages, lightened until it is readable on dark ones. */
export function shadesOf(color: string): { light: Shades; dark: Shades } {
  let onDark = color
  for (let share = 0; contrast(onDark, darkBackground) < minContrast + 1; share += 0.05) onDark = lighter(color, share)
  return {
    light: { color, hover: darker(color, 0.2) },
    dark: { color: onDark, hover: lighter(onDark, 0.25) },
  }
}
