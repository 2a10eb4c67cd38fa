/** The package brings no types: what we call of it. */
declare module 'subset-font' {
  interface Options {
    readonly targetFormat: 'woff2'
    readonly keepFeatures: readonly string[]
    readonly noHinting: boolean
    readonly variationAxes: Readonly<Record<string, { readonly min: number; readonly max: number }>>
  }
  export default function subsetFont(
    font: Uint8Array,
    text: string,
    options: Options,
  ): Promise<Uint8Array>
}
