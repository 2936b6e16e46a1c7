// Without a key: how to get in.

export function Locked({ message }: { message: string }) {
  return (
    <main class="locked">
      <div class="empty">
        <h1>tellback</h1>
        <p class="title">This page needs a new address.</p>
        <p class="muted">
          {message ? `${message[0]?.toUpperCase()}${message.slice(1)}. ` : ""}In a terminal, run
        </p>
        <code class="command">tellback open</code>
      </div>
    </main>
  );
}
