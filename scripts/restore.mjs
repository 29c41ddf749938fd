// npm run restore: see docs/running.md.
import { launch } from './launch.mjs'

await launch('restore.js', { interactive: true })
