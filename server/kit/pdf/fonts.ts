// The faces of the papers: those of the portal, and behind them one for every script that a name may be in.
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const upright = ['400Regular', '600SemiBold']

/** The packages and the weights in them that are loaded; each is read from disk when its first letter is needed. */
const families: Record<string, string[]> = {
  besley: ['500Medium', '600SemiBold'],
  figtree: ['400Regular', '400Regular_Italic', '500Medium', '600SemiBold'],
  caveat: ['500Medium'],
  'noto-sans': [...upright, '400Regular_Italic'],
  'noto-sans-bengali': upright,
  'noto-sans-ethiopic': upright,
  'noto-sans-hebrew': upright,
  'noto-sans-thai': upright,
  'noto-sans-symbols-2': ['400Regular'],
  'noto-emoji': ['400Regular'],
  'gowun-dodum': ['400Regular'],
}

/** Folders with the TTF and OTF files; found from node_modules, in the sources and in the bundle alike. */
export function fontFolders(): string[] {
  const require = createRequire(import.meta.url)
  const ofGoogle = Object.entries(families).flatMap(([family, weights]) => {
    const folder = dirname(require.resolve(`@expo-google-fonts/${family}/package.json`))
    return weights.map((weight) => join(folder, weight))
  })
  // These show their entry only, which lies beside the folder of the fonts.
  const others = ['arabic', 'sc'].map((script) =>
    join(dirname(require.resolve(`@embedpdf/fonts-${script}`)), '../fonts'),
  )
  return [...ofGoogle, ...others]
}
