// npm start
import { launch } from './launch.mjs'

await launch('main.js')
