/** A second certificate, of other.example: the one of localhost has signed it, and revoked it. They protect nothing either. */

/** The certificate and its key. */
export const OTHER = {
  pfx: Buffer.from(
    [
      'MIIDpgIBAzCCA2AGCSqGSIb3DQEHAaCCA1EEggNNMIIDSTCCAgEGCSqGSIb3DQEHBqCCAfIwggHuAgEAMIIB5wYJKoZIhvcNAQcB',
      'MFYGCSqGSIb3DQEFDTBJMCgGCSqGSIb3DQEFDDAbBAjI5ZIGOIFfHAIBATAMBggqhkiG9w0CCQUAMB0GCWCGSAFlAwQBKgQQZUNZ',
      'ojI5BUwts+od7pTzyICCAYAUzQ0kL+iIKOeZXKxosoUDCB4ghvXHNMytUDA1JFkAdQYz1gELtOGWkwsLuLbcdsXHSgimt1i7/ZbZ',
      'RoJY15xJDabdAcZe5OOReEup7FBkWjxS6mlPWGP9lujGWIa0hWAJn3yHrMwn3ZpvztJ5tPNxMe9/vy3cCPP0A2A4rWKN1ogvFLef',
      'DAUZBFVYI3lBr96o/hceyRIpxSWNFYlg9kidYzvW8N84EIVDSNY06KaEOI8J4WK8LEUFR0nnohsYBIv28Uj82StXEujV8qXPq3RR',
      'TyOdiNkPfmVJsf1KMuwfFRkgVUWsXawWdyxSinMLwOVp6vIdsOuKYE3OadduXVvir8Kvsdua080Sv13RX3ss7S6M0hfaYeLoCrWH',
      'yPRWk2FvNBFdOrxMfB8jmPYHPftSY8RaKPbT0/thkM/8nwKEERsjLxrrve79egHf8vXytXsZhJxbIzgU176x/iKwI5l40z1Skwh2',
      'oP+kVWaVEI4Zl9x+eQZSUij65yjo0IsAu38wggFABgkqhkiG9w0BBwGgggExBIIBLTCCASkwggElBgsqhkiG9w0BDAoBAqCB7jCB',
      '6zBWBgkqhkiG9w0BBQ0wSTAoBgkqhkiG9w0BBQwwGwQIrwsO2ZbAPR0CAQEwDAYIKoZIhvcNAgkFADAdBglghkgBZQMEASoEEN2y',
      'TsCnui7/GvNRAZeOfqsEgZAupKS/jx3Z7jVmsjyoaGpjcoDEK/Gk9jwAnv18kg24j736OBeL1JAR49/57ShsbQ0Iu6NdlqfX4qX6',
      'kiiWNi5SnunmQQ1KkZ+j1VMAJECEbv3KQh5hBr8Wtjj+4QRll367x+GLfC9AVxsr4tXMZdNGADWYqbpbPU+ILBt/+VY9K7kZysUi',
      'BHJtVwyBr8RXE14xJTAjBgkqhkiG9w0BCRUxFgQUB4fpsyPnfFHsbx2ERSKz5OwyLDAwPTAxMA0GCWCGSAFlAwQCAQUABCAxshLp',
      'w9OCZQxowIWG8sNrPxcLws1om6Ef+YDS7XBwZQQIr4db03WchX0=',
    ].join(''),
    'base64',
  ),
  passphrase: 'secret',
}

export const REVOKED = `-----BEGIN X509 CRL-----
MIGxMFgwCgYIKoZIzj0EAwIwFDESMBAGA1UEAwwJbG9jYWxob3N0Fw0yNjExMjgx
NjI4NTlaGA8yMTI1MDYyMjE2Mjg1OVowFDASAgEBFw0yNjExMjgxNjI4NTlaMAoG
CCqGSM49BAMCA0kAMEYCIQDzBefgESlqkP8l3yzMmEC5uAevQ5oMEWBYAaoL667Z
KAIhAJzOz4JXROQSQxqWeCTjrrEPyQN2dU2TmFNE7CG+Jb06
-----END X509 CRL-----
`
