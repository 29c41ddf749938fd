// The faces of the papers: those of the portal, and behind them one for every script that a name may be in.
import { readdirSync } from 'node:fs'
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

/** The build puts them beside the bundle, each family in a folder: what runs needs none of their packages. */
const built = import.meta.filename.endsWith('.ts') ? null : join(import.meta.dirname, 'fonts')

/** Folders with the TTF and OTF files. */
export const fontFolders = (): string[] =>
  built === null
    ? fontPackages().flatMap(({ folders }) => folders)
    : readdirSync(built).map((name) => join(built, name))

/** The one face whose letters are put into forms to be typed with. */
export const formFont = (): string =>
  built === null
    ? createRequire(import.meta.url).resolve('@expo-google-fonts/figtree/400Regular/Figtree_400Regular.ttf')
    : join(built, 'figtree/Figtree_400Regular.ttf')

/** Where they are in node_modules. */
export function fontPackages(): { name: string; folders: string[] }[] {
  const require = createRequire(import.meta.url)
  const ofGoogle = Object.entries(families).map(([name, weights]) => {
    const folder = dirname(require.resolve(`@expo-google-fonts/${name}/package.json`))
    return { name, folders: weights.map((weight) => join(folder, weight)) }
  })
  // These show their entry only, which lies beside the folder of the fonts.
  const others = ['arabic', 'sc'].map((script) => ({
    name: script,
    folders: [join(dirname(require.resolve(`@embedpdf/fonts-${script}`)), '../fonts')],
  }))
  return [...ofGoogle, ...others]
}
