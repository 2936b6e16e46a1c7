// A share of something as a small bar.

interface MeterProps {
  label: string;
  value: number;
  max: number;
}

export function Meter({ label, value, max }: MeterProps) {
  const share = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0;
  return (
    <span
      class="meter"
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={Math.min(value, max)}
    >
      <span style={{ width: `${share * 100}%` }} />
    </span>
  );
}
