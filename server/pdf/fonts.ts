// Fonts of the documents: the portal's own, and fallbacks for every script that a name may be in.
import { readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const upright = ['400Regular', '600SemiBold']

/** The font packages and weights that are loaded; each is read from disk when it is first needed. */
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

/** The build copies them next to the bundle, one folder per family, so a built portal needs none of the packages. */
const built = import.meta.filename.endsWith('.ts') ? null : join(import.meta.dirname, 'fonts')

/** Folders with the TTF and OTF files. */
export const fontFolders = (): string[] =>
  built === null
    ? fontPackages().flatMap(({ folders }) => folders)
    : readdirSync(built).map((name) => join(built, name))

/** The font whose characters can be typed into forms. */
export const formFont = (): string =>
  built === null
    ? createRequire(import.meta.url).resolve('@expo-google-fonts/figtree/400Regular/Figtree_400Regular.ttf')
    : join(built, 'figtree/Figtree_400Regular.ttf')

/** Their location in node_modules. */
export function fontPackages(): { name: string; folders: string[] }[] {
  const require = createRequire(import.meta.url)
  const ofGoogle = Object.entries(families).map(([name, weights]) => {
    const folder = dirname(require.resolve(`@expo-google-fonts/${name}/package.json`))
    return { name, folders: weights.map((weight) => join(folder, weight)) }
  })
  // These packages export only their entry file, which is next to the font folder.
  const others = ['arabic', 'sc'].map((script) => ({
    name: script,
    folders: [join(dirname(require.resolve(`@embedpdf/fonts-${script}`)), '../fonts')],
  }))
  return [...ofGoogle, ...others]
}
