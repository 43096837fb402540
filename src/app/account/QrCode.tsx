import styled from 'styled-components';
import { encode } from 'uqr';

/** Width of the quiet zone in modules (ISO/IEC 18004 requires four). */
const MARGIN = 4;

/** Black on white in every theme, as cameras require. */
const Drawing = styled.svg`
  width: 192px;
  height: 192px;
  border: 1px solid var(--line);
  border-radius: var(--r);
  background: #fff;
`;

/** Returns the SVG path of all dark modules. */
const pathOf = (rows: readonly (readonly boolean[])[]) =>
  rows.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');

/** Draws a text as a QR code. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { data, size } = encode(text, { ecc: 'L', border: MARGIN });
  return (
    <Drawing viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <path d={pathOf(data)} fill="#000" />
    </Drawing>
  );
}
