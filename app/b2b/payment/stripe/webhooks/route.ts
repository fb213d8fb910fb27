import { handHookOn } from '#lib/api/hook.ts'

export function POST(request: Request): Promise<Response> {
  return handHookOn('receiveStripeSeatEvent', request)
}
