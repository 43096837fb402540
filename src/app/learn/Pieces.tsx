import type { CodePiece } from './article';

/** Code in its colours. */
export const Pieces = ({ pieces }: { readonly pieces: readonly CodePiece[] }) =>
  pieces.map((piece, at) =>
    typeof piece === 'string' ? (
      piece
    ) : (
      <span key={at} data-kind={piece[1]}>
        {piece[0]}
      </span>
    ),
  );
