/** The one loader of three that the plates need; the package brings no types of its own. */
declare module 'three' {
  export const FloatType: number
}
declare module 'three/addons/loaders/EXRLoader.js' {
  export class EXRLoader {
    type: number
    /** @throws Error when the bytes are no OpenEXR */
    parse(bytes: ArrayBuffer): { width: number; height: number; data: Float32Array }
  }
}
