// npm run create-admin: makes the first master-admin on the command line.
import { launch } from './launch.mjs'

await launch('create-admin.js', { interactive: true })
