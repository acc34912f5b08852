/** The part of autocannon that the race uses; the package brings no types. */
declare module 'autocannon' {
  interface Options {
    url: string
    method?: string
    body?: string
    headers?: Record<string, string>
    connections?: number
    duration?: number
  }
  interface Result {
    non2xx: number
    errors: number
    duration: number
    requests: { total: number }
  }
  export default function autocannon(options: Options): Promise<Result>
}
