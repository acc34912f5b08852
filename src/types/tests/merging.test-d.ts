/** E12: members merged into the open interfaces are on every instance, request, reply and route option. */
import { touchstone } from './harness.test-d.ts'

declare module '../context-type.ts' {
  interface GlobalInstance {
    mergedInstance: number
  }
  interface GlobalRequest {
    mergedRequest: string
  }
  interface GlobalReply {
    mergedReply(): void
  }
  interface GlobalRouteOptions {
    websocket?: boolean
  }
}

const app = touchstone()
app.mergedInstance.toFixed()
app.get('/', { websocket: true }, function (request, reply) {
  request.mergedRequest.length
  reply.mergedReply()
  this.mergedInstance.toFixed()
})
// @ts-expect-error another name
app.mergedOther
