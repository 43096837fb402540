import styled from 'styled-components';
import { Skeleton } from '../parts/Skeleton';

const Name = styled.div`
  display: flex;
  align-items: center;
  gap: 12px;
  height: 44px;

  & > div {
    display: grid;
    gap: 9px;
  }
`;

const AtRight = styled(Skeleton)`
  margin-left: auto;
`;

/** As high as a line of text. */
const Line = styled(Skeleton)`
  margin-block: 4px;
`;

const Week = styled.div`
  display: flex;
  align-items: center;
  justify-content: flex-end;
  gap: 22px;
`;

const widths = [180, 150, 210, 164, 232, 140];

/** Six rows in the height of real ones; `shown` once waiting has lasted long enough. */
export const SkeletonRows = ({ shown }: { readonly shown: boolean }) =>
  widths.map((width) => (
    <tr key={width} style={{ visibility: shown ? 'visible' : 'hidden' }}>
      <td>
        <Name>
          <Skeleton $width={36} $height={36} $radius={9} />
          <div>
            <Skeleton $width={width} />
            <Skeleton $width={width * 0.7} $height={16} />
          </div>
        </Name>
      </td>
      <td>
        <AtRight $width={40} />
      </td>
      <td>
        <Week>
          <Skeleton $width={104} $height={28} />
          <Skeleton $width={40} />
        </Week>
      </td>
      <td>
        <Line $width={70} />
      </td>
      <td>
        <Line $width={56} />
      </td>
      <td />
    </tr>
  ));
