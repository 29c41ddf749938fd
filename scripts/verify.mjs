// npm run verify: looks over everything that the portal keeps and says what holds and what does not.
import { launch } from './launch.mjs'

await launch('verify.js', { interactive: true })
