import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: './backend/providers/database/schema.ts',
  out: './backend/providers/database/migrations',
})
