; The per-user installer. Values of !define come from build-companion.ts.
Unicode true
SetCompressor /SOLID lzma
Name "Rollcall Companion"
OutFile "${SETUP}"
InstallDir "$LOCALAPPDATA\Programs\Rollcall Companion"
RequestExecutionLevel user
VIProductVersion "${VERSION}.0"
VIAddVersionKey "ProductName" "Rollcall Companion"
VIAddVersionKey "FileDescription" "Rollcall Companion"
VIAddVersionKey "FileVersion" "${VERSION}"
VIAddVersionKey "ProductVersion" "${VERSION}"
VIAddVersionKey "LegalCopyright" ""

!define PROGRAM "Rollcall Companion.exe"
!define UNINSTALL "Software\Microsoft\Windows\CurrentVersion\Uninstall\Rollcall Companion"
!define RUN "Software\Microsoft\Windows\CurrentVersion\Run"

Page components
Page instfiles
UninstPage uninstConfirm
UninstPage instfiles

; A running program cannot be overwritten. Nothing is lost: games are on the disk.
!macro EndCompanion
  nsExec::Exec 'taskkill /f /im "${PROGRAM}"'
  Sleep 500
!macroend

Section "Rollcall Companion"
  SectionIn RO
  !insertmacro EndCompanion
  SetOutPath "$INSTDIR"
  File "/oname=${PROGRAM}" "${EXECUTABLE}"
  File "/oname=Licenses.txt" "${LICENSES}"
  WriteUninstaller "$INSTDIR\Uninstall.exe"
  CreateShortcut "$SMPROGRAMS\Rollcall Companion.lnk" "$INSTDIR\${PROGRAM}"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayName" "Rollcall Companion"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${UNINSTALL}" "UninstallString" '"$INSTDIR\Uninstall.exe"'
  WriteRegDWORD HKCU "${UNINSTALL}" "NoModify" 1
  WriteRegDWORD HKCU "${UNINSTALL}" "NoRepair" 1
SectionEnd

; A silent installation is an update and keeps the user's choice.
Section "Start with Windows"
  IfSilent done
  WriteRegStr HKCU "${RUN}" "Rollcall Companion" '"$INSTDIR\${PROGRAM}" --no-open'
  done:
SectionEnd

Function .onInstSuccess
  Exec '"$INSTDIR\${PROGRAM}"'
FunctionEnd

; Unsent games and the connection are kept for the next installation.
Section "Uninstall"
  !insertmacro EndCompanion
  Delete "$INSTDIR\${PROGRAM}"
  Delete "$INSTDIR\Licenses.txt"
  Delete "$INSTDIR\Uninstall.exe"
  RMDir "$INSTDIR"
  Delete "$SMPROGRAMS\Rollcall Companion.lnk"
  DeleteRegKey HKCU "${UNINSTALL}"
  DeleteRegValue HKCU "${RUN}" "Rollcall Companion"
SectionEnd
