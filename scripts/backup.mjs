// npm run backup: see docs/running.md.
import { launch } from './launch.mjs'

await launch('backup.js', { interactive: true })
