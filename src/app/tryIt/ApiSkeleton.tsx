import styled from 'styled-components';
import { Skeleton, useSkeletonShown } from '../parts/Skeleton';
import { CodeBox } from '../snippets/codeLook';

const Docs = styled.div<{ $shown: boolean }>`
  display: grid;
  gap: 20px;
  margin-top: 28px;
  visibility: ${({ $shown }) => ($shown ? 'visible' : 'hidden')};
`;

const Code = styled(CodeBox)<{ $shown: boolean }>`
  display: grid;
  align-content: start;
  gap: 12px;
  min-height: 440px;
  padding: 20px 16px;
  visibility: ${({ $shown }) => ($shown ? 'visible' : 'hidden')};
`;

const lines = [300, 220, 260, 180];

/** Stands where the calls of a tab will be while its columns are on their way. */
export function ApiSkeleton({ part }: { readonly part: 'docs' | 'code' }) {
  const shown = useSkeletonShown();
  if (part === 'code')
    return (
      <Code aria-hidden="true" $shown={shown}>
        {lines.map((width) => (
          <Skeleton key={width} $width={width} />
        ))}
      </Code>
    );
  return (
    <Docs aria-hidden="true" $shown={shown}>
      <Skeleton $width={140} $height={20} />
      {Array.from({ length: 9 }, (_, at) => (
        <Skeleton key={at} $width={lines[at % lines.length] ?? 200} $height={14} />
      ))}
    </Docs>
  );
}
