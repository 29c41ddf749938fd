// A consultancy with as much as the peer has: 100 folders, 1,000 people, 20,000 requests, 60,000 messages. Made-up throughout.
import pg from 'pg'
import type { DatabaseAddress } from '../server/kit/db.ts'
import { v7 } from 'uuid'

const batch = 5000
export const benchPassword = 'a bench of one kind'

/** Ids in the order of their times, as the portal makes them. */
const idAt = (at: Date, n: number) => v7({ msecs: at.getTime(), seq: n })

export async function seedBench(
  address: DatabaseAddress,
  passwordHash: string,
  now = new Date(),
): Promise<{ folderIds: string[]; staffIds: string[] }> {
  const client = new pg.Client(address)
  await client.connect()
  const insert = async (table: string, columns: string, rows: object[]) => {
    for (let start = 0; start < rows.length; start += batch) {
      await client.query(
        `insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
        [JSON.stringify(rows.slice(start, start + batch))],
      )
    }
  }
  const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000)

  // The bench signs in without a second factor, as if an administrator had turned the requirement off.
  await insert('portal_facts', 'name, value', [{ name: 'second-factor-default', value: {} }])
  const users = Array.from({ length: 1000 }, (_, i) => {
    const at = minutesAgo(50_000 - i)
    const role = i === 0 ? 'admin' : i <= 50 ? 'staff' : 'client'
    return {
      id: idAt(at, i),
      username: `user${i}`,
      email: `user${i}@example.com`,
      password: passwordHash,
      first_name: 'User',
      last_name: `Number ${i}`,
      role,
      is_active: true,
      is_demonstration: false,
      version: 1,
      created_at: at,
      updated_at: at,
    }
  })
  await insert(
    'users',
    'id, username, email, password, first_name, last_name, role, is_active, is_demonstration, version, created_at, updated_at',
    users,
  )
  const admin = users[0]!.id
  const staff = users.slice(1, 51)
  const clients = users.slice(51)

  const folders = Array.from({ length: 100 }, (_, i) => {
    const at = minutesAgo(40_000 - i)
    return {
      id: idAt(at, i),
      name: `Company ${i}`,
      client_id: clients[i]!.id,
      assigned_staff_id: staff[i % 50]!.id,
      services: 'HR Consulting',
      status: 'active',
      created_by_id: admin,
      tax_exempt: false,
      is_test_data: false,
      version: 1,
      created_at: at,
      updated_at: at,
    }
  })
  await insert(
    'client_folders',
    'id, name, client_id, assigned_staff_id, services, status, created_by_id, tax_exempt, is_test_data, version, created_at, updated_at',
    folders,
  )

  const statuses = ['pending', 'in-progress', 'completed', 'cancelled']
  await insert(
    'service_requests',
    'id, business_name, first_name, last_name, email, phone, services, needs_description, business_goals, status, assigned_staff_id, version, created_at, updated_at',
    Array.from({ length: 20_000 }, (_, i) => {
      const at = minutesAgo(20_000 - i)
      const status = statuses[i % 4]!
      return {
        id: idAt(at, i),
        business_name: `Business number ${i}`,
        first_name: 'Visitor',
        last_name: `Number ${i}`,
        email: `visitor${i}@example.com`,
        phone: '(757) 555-0142',
        services: ['hr-operations', 'hr-consulting'],
        needs_description: 'Lorem ipsum dolor sit amet consectetur. '.repeat(6),
        business_goals: 'No third complaint.',
        status,
        assigned_staff_id: status === 'pending' ? null : staff[i % 50]!.id,
        version: 1,
        created_at: at,
        updated_at: at,
      }
    }),
  )
  await insert(
    'messages',
    'id, content, client_folder_id, sender_id, is_from_client, version, created_at',
    Array.from({ length: 60_000 }, (_, i) => {
      const at = minutesAgo((60_000 - i) / 60)
      const folder = folders[i % 100]!
      const fromClient = i % 2 === 0
      return {
        id: idAt(at, i),
        content: `Message text ${i}`,
        client_folder_id: folder.id,
        sender_id: fromClient ? folder.client_id : folder.assigned_staff_id,
        is_from_client: fromClient,
        version: 1,
        created_at: at,
      }
    }),
  )
  await client.query('analyze')
  await client.end()
  return { folderIds: folders.map(({ id }) => id), staffIds: staff.map(({ id }) => id) }
}
