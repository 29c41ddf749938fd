// Upper limit of this machine: Fastify and one indexed query, nothing else. PORT, DATABASE_URL, FOLDER.
import Fastify from 'fastify'
import pg from 'pg'
import { needSetting } from './needs.ts'

const pool = new pg.Pool({
  connectionString: needSetting('DATABASE_URL', 'Set DATABASE_URL, PORT, and FOLDER. bench/load.ts does.'),
  max: 10,
})
const app = Fastify()
app.get('/', async () => {
  const { rows } = await pool.query({
    name: 'page',
    text: 'select id, content, sender_id, created_at from messages where client_folder_id = $1 order by id desc limit 50',
    values: [process.env.FOLDER],
  })
  return rows
})
process.on('SIGTERM', () => process.exit(0))
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
