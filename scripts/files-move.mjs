// npm run files:move -- --to s3|disk: copies all files between the data folder and the S3-compatible store.
import { launch } from './launch.mjs'

await launch('files-move.js', { interactive: true })
