import styled from 'styled-components';
import { encode } from 'uqr';

/** Modules around the code that stay empty (ISO/IEC 18004 asks for four). */
const MARGIN = 4;

/** Dark on white in every theme: cameras read it so. */
const Drawing = styled.svg`
  width: 192px;
  height: 192px;
  border: 1px solid var(--line);
  border-radius: var(--r);
  background: #fff;
`;

/** The dark modules of a row, one after the other. */
const pathOf = (rows: readonly (readonly boolean[])[]) =>
  rows.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');

/** A text as a QR code. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { data, size } = encode(text, { ecc: 'L', border: MARGIN });
  return (
    <Drawing viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <path d={pathOf(data)} fill="#000" />
    </Drawing>
  );
}
