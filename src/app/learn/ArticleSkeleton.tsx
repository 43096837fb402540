import styled from 'styled-components';
import { Skeleton, useSkeletonShown } from '../parts/Skeleton';

const Lines = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 15px;
  min-height: 100vh;
  align-content: start;
  margin-top: 24px;
`;

const widths = [640, 520, 0, 220, 660, 600, 640, 380, 0, 660, 640, 560];

/** Stands for the text of a guide, as long as a window, so that the foot of the page does not jump. */
export function ArticleSkeleton() {
  const shown = useSkeletonShown();
  return <Lines aria-busy="true">{shown && widths.map((width, at) => <Skeleton key={at} $width={width} />)}</Lines>;
}
