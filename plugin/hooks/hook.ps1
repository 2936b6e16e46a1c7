# tellback's hook for PowerShell: writes the payload to the inbox and leaves the rest to tellback.
# Whatever is broken: exit 0, no output. hook.sh is its twin, src/platform/inbox.ts has the form of the file.
# Usage: hook.ps1 [-TellbackHost NAME] capture | wake | answer SECONDS | ask SECONDS      (payload on stdin)
param(
  [string]$TellbackHost = 'claude-code',
  [Parameter(Position = 0)][string]$Does = 'capture',
  [Parameter(Position = 1)][string]$Seconds = '0',
  [Parameter(ValueFromPipeline = $true)][string]$Piped
)
begin { $lines = New-Object System.Collections.Generic.List[string] }
process { if ($null -ne $Piped) { $lines.Add($Piped) } }
end {
  try {
    $ErrorActionPreference = 'Stop'
    $utf8 = New-Object System.Text.UTF8Encoding($false)
    $payload = $lines -join "`n"
    if ($payload.Trim() -eq '') {
      $reader = New-Object System.IO.StreamReader([Console]::OpenStandardInput(), $utf8)
      $payload = $reader.ReadToEnd()
    }
    $folder = if ($env:TELLBACK_HOME) { $env:TELLBACK_HOME } else { Join-Path $HOME '.tellback' }
    $launcher = Join-Path $folder 'launcher'
    $project = if ($TellbackHost -eq 'claude-code') { $env:CLAUDE_PROJECT_DIR } else { '' }
    $isAwaited = $Does -eq 'answer' -or $Does -eq 'ask'
    if ($isAwaited -and (Test-Path -LiteralPath $launcher)) {
      $node, $entry = [System.IO.File]::ReadAllLines($launcher, $utf8)
      [Console]::OutputEncoding = $utf8
      $OutputEncoding = $utf8
      $payload | & $node $entry hook $TellbackHost 2>$null
      exit 0
    }
    $inbox = Join-Path $folder 'inbox'
    [void][System.IO.Directory]::CreateDirectory($inbox)
    $nul = [char]0
    $bytes = $utf8.GetBytes("tellback1$nul$TellbackHost$nul$project$nul$payload${nul}end")
    for ($n = 0; $n -lt 1000; $n++) {
      try {
        $path = Join-Path $inbox "$PID.$n"
        $file = [System.IO.File]::Open($path, [System.IO.FileMode]::CreateNew)
      }
      catch [System.IO.IOException] { continue }
      try { $file.Write($bytes, 0, $bytes.Length) } finally { $file.Dispose() }
      break
    }
    if ($Does -eq 'wake' -and (Test-Path -LiteralPath $launcher)) {
      $node, $entry = [System.IO.File]::ReadAllLines($launcher, $utf8)
      Start-Process -FilePath $node -ArgumentList @("`"$entry`"", 'daemon', 'start') -WindowStyle Hidden
    }
  }
  catch { }
  exit 0
}
