type Numbers = Uint32Array | Float64Array;

/** The array, or a longer one with the same numbers where it does not reach so far. */
export function grown<A extends Numbers>(array: A, length: number): A {
  if (length <= array.length) return array;
  const longer = Math.max(length, 64, Math.ceil(array.length * 1.5));
  const copy = array instanceof Uint32Array ? new Uint32Array(longer) : new Float64Array(longer);
  copy.set(array);
  return copy as A;
}
