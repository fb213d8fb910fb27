import { forwardWebhook } from '#lib/api/forward-webhook.ts'

export function POST(request: Request): Promise<Response> {
  return forwardWebhook('receiveEngineHook', request)
}
