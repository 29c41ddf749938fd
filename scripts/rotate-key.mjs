// npm run rotate-key: puts another master key in the place of the present one.
import { launch } from './launch.mjs'

await launch('rotate-key.js', { interactive: true })
