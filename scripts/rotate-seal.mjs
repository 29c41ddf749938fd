// npm run rotate-seal: replaces the certificate that the portal seals with.
import { launch } from './launch.mjs'

await launch('rotate-seal.js', { interactive: true })
