/** The public face: names only, no code. */
export {}
